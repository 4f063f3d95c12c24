import { Readable } from 'node:stream';
import { Get, Query, Res } from '@nestjs/common';
import { type FastifyReply } from 'fastify';
import { AdminAccess } from '../access/admin-access.js';
import { Asking, type Caller } from '../access/caller.js';
import { AdminController } from '../admin-controller.js';
import { Described } from '../openapi/described.js';
import { writeRequestsCsv, writeRequestsNdjson } from './request-export.js';
import { RequestFilterQuery } from './request-query.dto.js';
import { RequestsService } from './requests.service.js';

const DESCRIPTION =
  'Those that the list has under the same filters and in the same order, at most 100,000: for more, ask again with the `started_at` of the last as `to`.';

@AdminController('/api')
export class RequestExportsController {
  constructor(private readonly requests: RequestsService) {}

  @Get('requests.csv')
  @AdminAccess({ scope: 'requests:read', member: true })
  @Described({ summary: 'Requests, as CSV', description: DESCRIPTION, text: 'text/csv' })
  async csv(
    @Asking() caller: Caller,
    @Query() query: RequestFilterQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const lines = writeRequestsCsv(this.requests.pages(caller, query));
    await reply
      .header('content-type', 'text/csv; charset=utf-8; header=present')
      .header('content-disposition', 'attachment; filename="requests.csv"')
      .send(Readable.from(lines));
  }

  @Get('requests.ndjson')
  @AdminAccess({ scope: 'requests:read', member: true })
  @Described({
    summary: 'Requests, as lines of JSON',
    description: DESCRIPTION,
    text: 'application/x-ndjson',
  })
  async ndjson(
    @Asking() caller: Caller,
    @Query() query: RequestFilterQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const lines = writeRequestsNdjson(this.requests.pages(caller, query));
    await reply
      .header('content-type', 'application/x-ndjson; charset=utf-8')
      .header('content-disposition', 'attachment; filename="requests.ndjson"')
      .send(Readable.from(lines));
  }
}
