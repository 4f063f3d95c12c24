import { Readable } from 'node:stream';
import { Get, Query, Res } from '@nestjs/common';
import { type FastifyReply } from 'fastify';
import { AdminAccess } from '../access/admin-access.js';
import { CurrentCaller, type Caller } from '../access/caller.js';
import { AdminController } from '../admin-controller.js';
import { Described } from '../openapi/described.js';
import { UsageQuery, UsageReportQuery, UsageReportView } from './usage.dto.js';
import { UsageService } from './usage.service.js';

@AdminController('/api')
export class UsageController {
  constructor(private readonly usage: UsageService) {}

  @Get('usage')
  @AdminAccess({ scope: 'usage:read', member: true })
  @Described({
    summary: 'Report usage',
    description: 'Totals by minute (at most 6 hours), hour or day, or one total (at most 400 days).',
    response: UsageReportView,
  })
  async report(@CurrentCaller() caller: Caller, @Query() query: UsageReportQuery): Promise<UsageReportView> {
    return this.usage.report(caller, query);
  }

  @Get('usage.csv')
  @AdminAccess({ scope: 'usage:read', member: true })
  @Described({
    summary: 'Report usage as CSV',
    description: 'A header and one line per total.',
    text: 'text/csv',
  })
  async csv(
    @CurrentCaller() caller: Caller,
    @Query() query: UsageQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const lines = await this.usage.csv(caller, query);
    await reply
      .header('content-type', 'text/csv; charset=utf-8; header=present')
      .header('content-disposition', 'attachment; filename="usage.csv"')
      .send(Readable.from(lines));
  }
}
