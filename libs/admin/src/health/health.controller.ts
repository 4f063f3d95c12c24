import { Get } from '@nestjs/common';
import { AdminAccess } from '../access/admin-access.js';
import { AdminController } from '../admin-controller.js';
import { Described } from '../openapi/described.js';
import { HealthView } from './health.dto.js';
import { HealthService } from './health.service.js';

@AdminController('/api/health')
export class HealthController {
  constructor(private readonly health: HealthService) {}

  @Get()
  @AdminAccess({ scope: 'health:read', member: false })
  @Described({
    summary: 'Retrieve the health of the installation',
    description: 'Always returns 200; problems are listed in the response.',
    response: HealthView,
  })
  async show(): Promise<HealthView> {
    return this.health.show();
  }
}
