import { Readable } from 'node:stream';
import { Get, Query, Res } from '@nestjs/common';
import { type FastifyReply } from 'fastify';
import { AdminAccess } from '../access/admin-access.js';
import { CurrentCaller, type Caller } from '../access/caller.js';
import { AdminController } from '../admin-controller.js';
import { Described } from '../openapi/described.js';
import { writeRequestsCsv, writeRequestsNdjson } from './request-export.js';
import { RequestFilterQuery } from './request-query.dto.js';
import { RequestsService } from './requests.service.js';

const DESCRIPTION =
  'The requests of the list with the same filters and order, at most 100,000. For more, repeat with the `started_at` of the last one as `to`.';

@AdminController('/api')
export class RequestExportsController {
  constructor(private readonly requests: RequestsService) {}

  @Get('requests.csv')
  @AdminAccess({ scope: 'requests:read', member: true })
  @Described({ summary: 'Export requests as CSV', description: DESCRIPTION, text: 'text/csv' })
  async csv(
    @CurrentCaller() caller: Caller,
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
    summary: 'Export requests as JSON lines',
    description: DESCRIPTION,
    text: 'application/x-ndjson',
  })
  async ndjson(
    @CurrentCaller() caller: Caller,
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
