import { ResponsesModule } from '#responses';
import { Module } from '@nestjs/common';
import { HttpModule } from '../../http/http.module.js';
import { ModelRequestsModule } from '../model-requests.module.js';
import { ResponsesController } from './responses.controller.js';

/** `/v1/responses`. */
@Module({
  imports: [HttpModule, ModelRequestsModule, ResponsesModule],
  controllers: [ResponsesController],
})
export class ResponsesApiModule {}
