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
    summary: 'How the installation is',
    description: 'Always answered with 200: what is wrong stands in the answer.',
    answer: HealthView,
  })
  async show(): Promise<HealthView> {
    return this.health.show();
  }
}
