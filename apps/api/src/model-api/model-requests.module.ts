import { Module } from '@nestjs/common';
import { ErrorFilter } from '#http-edge';
import { HttpModule } from '../http/http.module.js';
import { ModelRequests } from './model-requests.js';
import { OnceByKey } from './once-by-key.js';

@Module({
  imports: [HttpModule],
  providers: [ErrorFilter, ModelRequests, OnceByKey],
  exports: [ErrorFilter, ModelRequests],
})
export class ModelRequestsModule {}
