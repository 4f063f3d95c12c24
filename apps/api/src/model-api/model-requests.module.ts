import { Module } from '@nestjs/common';
import { HttpModule } from '../http/http.module.js';
import { ModelRequests } from './model-requests.js';
import { OnceByKey } from './once-by-key.js';

@Module({
  imports: [HttpModule],
  providers: [ModelRequests, OnceByKey],
  exports: [ModelRequests],
})
export class ModelRequestsModule {}
