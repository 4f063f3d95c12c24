import { Module } from '@nestjs/common';
import { ErrorFilter } from '#http-edge';
import { HttpModule } from '../http/http.module.js';
import { DirectRelay } from './direct-relay.js';
import { ModelRequests } from './model-requests.js';
import { OnceByKey } from './once-by-key.js';

@Module({
  imports: [HttpModule],
  providers: [DirectRelay, ErrorFilter, ModelRequests, OnceByKey],
  exports: [DirectRelay, ModelRequests],
})
export class ModelRequestsModule {}
