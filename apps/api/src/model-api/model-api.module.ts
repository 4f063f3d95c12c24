import { ModelsModule } from '#models';
import { Module } from '@nestjs/common';
import { HttpModule } from '../http/http.module.js';
import { ChatCompletionsController } from './chat-completions.controller.js';
import { CompletionsController } from './completions.controller.js';
import { EmbeddingsController } from './embeddings.controller.js';
import { GenerateContentController } from './generate-content.controller.js';
import { ImagesController } from './images.controller.js';
import { MessagesController } from './messages.controller.js';
import { ModelRequestsModule } from './model-requests.module.js';
import { ModelsController } from './models.controller.js';
import { ModerationsController } from './moderations.controller.js';
import { RerankController } from './rerank.controller.js';
import { SpeechController } from './speech.controller.js';
import { TranscriptionsController } from './transcriptions.controller.js';

/** The model API without what keeps state: responses, videos and realtime sessions have modules of their own. */
@Module({
  imports: [HttpModule, ModelRequestsModule, ModelsModule],
  controllers: [
    ChatCompletionsController,
    CompletionsController,
    MessagesController,
    EmbeddingsController,
    ImagesController,
    RerankController,
    ModerationsController,
    SpeechController,
    TranscriptionsController,
    GenerateContentController,
    ModelsController,
  ],
})
export class ModelApiModule {}
