import { type Page } from '#database';
import { Get, Query } from '@nestjs/common';
import { AdminAccess } from '../access/admin-access.js';
import { Asking, type Caller } from '../access/caller.js';
import { AdminController } from '../admin-controller.js';
import { TextIdParam } from '../input/id-param.js';
import { Described } from '../openapi/described.js';
import { RequestFilterQuery, RequestListQuery } from './request-query.dto.js';
import { RequestCountView, RequestDetailView, RequestView } from './request.dto.js';
import { RequestsService } from './requests.service.js';

@AdminController('/api/requests')
export class RequestsController {
  constructor(private readonly requests: RequestsService) {}

  @Get()
  @AdminAccess({ scope: 'requests:read', member: true })
  @Described({
    summary: 'List requests',
    description: 'For as long as single requests are kept. A request appears once it has ended.',
    answer: { pageOf: RequestView },
  })
  async list(@Asking() caller: Caller, @Query() query: RequestListQuery): Promise<Page<RequestView>> {
    return this.requests.list(caller, query);
  }

  @Get('count')
  @AdminAccess({ scope: 'requests:read', member: true })
  @Described({
    summary: 'Count requests',
    description: 'How many the list has on all its pages, as far as that is quickly told.',
    answer: RequestCountView,
  })
  async count(@Asking() caller: Caller, @Query() query: RequestFilterQuery): Promise<RequestCountView> {
    return this.requests.count(caller, query);
  }

  @Get(':id')
  @AdminAccess({ scope: 'requests:read', member: true })
  @Described({ summary: 'Show a request with its attempts', answer: RequestDetailView })
  async show(@Asking() caller: Caller, @TextIdParam() id: string): Promise<RequestDetailView> {
    return this.requests.show(caller, id);
  }
}
