import { ResponsesModule } from '#responses';
import { Module } from '@nestjs/common';
import { HttpModule } from '../../http/http.module.js';
import { ModelRequestsModule } from '../model-requests.module.js';
import { RealtimeModule } from '../../realtime/realtime.module.js';
import { ResponsesSocketController } from './responses-socket.controller.js';
import { ResponsesController } from './responses.controller.js';

/** `/v1/responses`. */
@Module({
  imports: [HttpModule, ModelRequestsModule, RealtimeModule, ResponsesModule],
  controllers: [ResponsesSocketController, ResponsesController],
})
export class ResponsesApiModule {}
