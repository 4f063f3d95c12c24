import { Readable } from 'node:stream';
import { Get, Query, Res } from '@nestjs/common';
import { type FastifyReply } from 'fastify';
import { AdminAccess } from '../access/admin-access.js';
import { Asking, type Caller } from '../access/caller.js';
import { AdminController } from '../admin-controller.js';
import { Described } from '../openapi/described.js';
import { UsageQuery, UsageReportView } from './usage.dto.js';
import { UsageService } from './usage.service.js';

@AdminController('/api')
export class UsageController {
  constructor(private readonly usage: UsageService) {}

  @Get('usage')
  @AdminAccess({ scope: 'usage:read', member: true })
  @Described({
    summary: 'What was used',
    description:
      'Sums by the minute (of at most 6 hours), the hour or the day, or one for all (of at most 400 days).',
    answer: UsageReportView,
  })
  async report(@Asking() caller: Caller, @Query() query: UsageQuery): Promise<UsageReportView> {
    return this.usage.report(caller, query);
  }

  @Get('usage.csv')
  @AdminAccess({ scope: 'usage:read', member: true })
  @Described({
    summary: 'What was used, as CSV',
    description: 'A header, and a line for each sum.',
    text: 'text/csv',
  })
  async csv(@Asking() caller: Caller, @Query() query: UsageQuery, @Res() reply: FastifyReply): Promise<void> {
    const lines = await this.usage.csv(caller, query);
    await reply
      .header('content-type', 'text/csv; charset=utf-8; header=present')
      .header('content-disposition', 'attachment; filename="usage.csv"')
      .send(Readable.from(lines));
  }
}
