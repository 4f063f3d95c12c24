import { Get } from '@nestjs/common';
import { listProviders } from '#providers';
import { AdminAccess } from '../access/admin-access.js';
import { AdminController } from '../admin-controller.js';
import { Described } from '../openapi/described.js';
import { ProvidersView } from './provider.dto.js';
import { viewProvider } from './provider-view.js';

@AdminController('/api/providers')
export class ProvidersController {
  @Get()
  @AdminAccess({ scope: 'channels:read', member: false })
  @Described({
    summary: 'List providers',
    description: 'What a channel can lead to, and what has to be known of an account there.',
    answer: ProvidersView,
  })
  list(): ProvidersView {
    return { data: listProviders().map(viewProvider) };
  }
}
