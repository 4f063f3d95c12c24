import { type Page } from '#database';
import { Get, Query } from '@nestjs/common';
import { AdminAccess } from '../access/admin-access.js';
import { CurrentCaller, type Caller } from '../access/caller.js';
import { AdminController } from '../admin-controller.js';
import { TextIdParam } from '../input/id-param.js';
import { Described } from '../openapi/described.js';
import {
  RecordingCountQuery,
  RefusalCountsQuery,
  RequestFilterQuery,
  RequestListQuery,
} from './request-query.dto.js';
import {
  RecordingCountView,
  RefusalCountsView,
  RequestCountView,
  RequestDetailView,
  RequestView,
} from './request.dto.js';
import { RequestContentService } from './request-content.service.js';
import { RequestsService } from './requests.service.js';

@AdminController('/api/requests')
export class RequestsController {
  constructor(
    private readonly requests: RequestsService,
    private readonly contents: RequestContentService,
  ) {}

  @Get()
  @AdminAccess({ scope: 'requests:read', member: true })
  @Described({
    summary: 'List requests',
    description:
      'Within the retention period of requests. A request appears when it ends. If many requests are refused, only a sample of them is listed; `/api/requests/refusals` counts all of them.',
    response: { pageOf: RequestView },
  })
  async list(@CurrentCaller() caller: Caller, @Query() query: RequestListQuery): Promise<Page<RequestView>> {
    return this.requests.list(caller, query);
  }

  @Get('count')
  @AdminAccess({ scope: 'requests:read', member: true })
  @Described({
    summary: 'Count requests',
    description: 'The number of requests on all pages of the list, up to 10,000.',
    response: RequestCountView,
  })
  async count(
    @CurrentCaller() caller: Caller,
    @Query() query: RequestFilterQuery,
  ): Promise<RequestCountView> {
    return this.requests.count(caller, query);
  }

  @Get('recordings/count')
  @AdminAccess({ scope: 'requests:read', member: true })
  @Described({
    summary: 'Count the recorded requests of a token',
    description: 'Requests whose prompt and response are stored.',
    response: RecordingCountView,
  })
  async countRecordings(
    @CurrentCaller() caller: Caller,
    @Query() { token }: RecordingCountQuery,
  ): Promise<RecordingCountView> {
    return this.contents.count(caller, token);
  }

  @Get('refusals')
  @AdminAccess({ scope: 'requests:read', member: true })
  @Described({
    summary: 'Count requests without usage by token and reason',
    description:
      'Counts, by whole hours, every request that was refused or failed before there was anything to bill, including those that the list omits.',
    response: RefusalCountsView,
  })
  async countRefusals(
    @CurrentCaller() caller: Caller,
    @Query() query: RefusalCountsQuery,
  ): Promise<RefusalCountsView> {
    return this.requests.countRefusals(caller, query);
  }

  @Get(':id')
  @AdminAccess({ scope: 'requests:read', member: true })
  @Described({ summary: 'Retrieve a request with its attempts', response: RequestDetailView })
  async show(@CurrentCaller() caller: Caller, @TextIdParam() id: string): Promise<RequestDetailView> {
    return this.requests.show(caller, id);
  }
}
