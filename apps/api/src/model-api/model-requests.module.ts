import { Module } from '@nestjs/common';
import { ErrorFilter } from '#http-edge';
import { HttpModule } from '../http/http.module.js';
import { ModelRequests } from './model-requests.js';
import { IdempotentRequests } from './idempotent-requests.js';
import { TokenCounts } from './token-counts.js';

@Module({
  imports: [HttpModule],
  providers: [ErrorFilter, ModelRequests, IdempotentRequests, TokenCounts],
  exports: [ErrorFilter, ModelRequests, TokenCounts],
})
export class ModelRequestsModule {}
