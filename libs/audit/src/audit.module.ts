import { JobsModule, Maintenance } from '#jobs';
import { Module, type OnModuleInit } from '@nestjs/common';
import { AUDIT_TABLES } from './table-retention.js';

/** The retention rule of the audit log. `AuditLog` is provided by the modules that write to it. */
@Module({ imports: [JobsModule] })
export class AuditModule implements OnModuleInit {
  constructor(private readonly maintenance: Maintenance) {}

  onModuleInit(): void {
    this.maintenance.register({ tables: AUDIT_TABLES });
  }
}
