import { type Page } from '#database';
import { Get, Query } from '@nestjs/common';
import { AdminAccess } from '../access/admin-access.js';
import { AdminController } from '../admin-controller.js';
import { Described } from '../openapi/described.js';
import { AuditEntryView, AuditListQuery, AuditReportView, AuditVerifyQuery } from './audit.dto.js';
import { AuditService } from './audit.service.js';

@AdminController('/api/audit')
export class AuditController {
  constructor(private readonly audit: AuditService) {}

  @Get()
  @AdminAccess({ scope: 'audit:read', member: false })
  @Described({
    summary: 'Read the audit log',
    description: 'Changes and who made them, newest first by default.',
    response: { pageOf: AuditEntryView },
  })
  async list(@Query() query: AuditListQuery): Promise<Page<AuditEntryView>> {
    return this.audit.list(query);
  }

  @Get('verify')
  @AdminAccess({ scope: 'audit:read', member: false })
  @Described({
    summary: 'Verify the audit log',
    description: 'Recomputes the hash chain and reports where it is broken.',
    response: AuditReportView,
  })
  async verify(@Query() query: AuditVerifyQuery): Promise<AuditReportView> {
    return this.audit.verify(query);
  }
}
