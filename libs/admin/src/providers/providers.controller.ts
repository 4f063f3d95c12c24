import { Get } from '@nestjs/common';
import { findProvider } from '#providers';
import { AdminAccess } from '../access/admin-access.js';
import { AdminController } from '../admin-controller.js';
import { Described } from '../openapi/described.js';
import { PROVIDER_FORMS } from './provider-forms.js';
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
    const data = [...PROVIDER_FORMS].flatMap(([id, form]) => {
      const provider = findProvider(id);
      return provider === undefined ? [] : [viewProvider(id, provider, form)];
    });
    return { data };
  }
}
