import { Module } from '@nestjs/common';
import { Drain } from './drain.js';
import { RouteTable } from './route-table.js';

/** What every HTTP server of ours has. */
@Module({
  providers: [Drain, RouteTable],
  exports: [Drain, RouteTable],
})
export class HttpEdgeModule {}
