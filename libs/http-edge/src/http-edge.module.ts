import { Module } from '@nestjs/common';
import { Drain } from './drain.js';
import { RouteTable } from './route-table.js';

/** Shared by all HTTP servers. */
@Module({
  providers: [Drain, RouteTable],
  exports: [Drain, RouteTable],
})
export class HttpEdgeModule {}
