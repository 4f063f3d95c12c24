import { PricesModule } from '#metering';
import { ShownModelsModule } from '#relay';
import { Module } from '@nestjs/common';
import { HttpModule } from '../http/http.module.js';
import { EndedRequests } from './ended-requests.js';
import { GenerateContentController } from './generate-content.controller.js';
import { ImagesController } from './images.controller.js';
import { MessagesController } from './messages.controller.js';
import { ModelRequestsModule } from './model-requests.module.js';
import { ModelsController } from './models.controller.js';
import { RelayRoutesController } from './relay-routes.controller.js';
import { RequestsController } from './requests.controller.js';
import { TranscriptionsController } from './transcriptions.controller.js';
import { VideoModule } from './video/video.module.js';

/** The stateless part of the model API. Responses, videos and realtime sessions have their own modules. */
@Module({
  imports: [HttpModule, ModelRequestsModule, PricesModule, ShownModelsModule, VideoModule],
  controllers: [
    MessagesController,
    RelayRoutesController,
    ImagesController,
    TranscriptionsController,
    GenerateContentController,
    ModelsController,
    RequestsController,
  ],
  providers: [EndedRequests],
})
export class ModelApiModule {}
