import { LimitsModule } from '#limits';
import { RelayModule } from '#relay';
import { ResponsesModule } from '#responses';
import { Module } from '@nestjs/common';
import { HttpModule } from '../../http/http.module.js';
import { ModelRequestsModule } from '../model-requests.module.js';
import { RealtimeModule } from '../../realtime/realtime.module.js';
import { RememberedConversations } from './remembered-conversations.js';
import { ResponseEvents } from './response-events.js';
import { ResponseReads } from './response-reads.js';
import { ResponsesSocketController } from './responses-socket.controller.js';
import { ResponsesController } from './responses.controller.js';
import { StoredResponsesController } from './stored-responses.controller.js';

/** `/v1/responses`. */
@Module({
  imports: [HttpModule, LimitsModule, ModelRequestsModule, RealtimeModule, RelayModule, ResponsesModule],
  controllers: [ResponsesSocketController, ResponsesController, StoredResponsesController],
  providers: [RememberedConversations, ResponseEvents, ResponseReads],
})
export class ResponsesApiModule {}
