import { Module } from '@nestjs/common';
import { VideoTasksModule } from '#video-tasks';
import { HttpModule } from '../../http/http.module.js';
import { ImageInputStore } from './image-input-store.js';
import { TaskEvents } from './task-events.js';
import { TaskStream } from './task-stream.js';
import { VideoCallbacksController } from './video-callbacks.controller.js';
import { VideoGenerationsController } from './video-generations.controller.js';
import { VideoHandler } from './video-handler.js';
import { VideoOperationsController } from './video-operations.controller.js';
import { VideoOperations } from './video-operations.js';
import { VideoPolicies } from './video-policies.js';
import { VideoReader } from './video-reader.js';
import { VideoSender } from './video-sender.js';
import { VideosController } from './videos.controller.js';

/** The video endpoints. */
@Module({
  imports: [HttpModule, VideoTasksModule],
  controllers: [
    VideoCallbacksController,
    VideoGenerationsController,
    VideosController,
    VideoOperationsController,
  ],
  exports: [VideoOperations],
  providers: [
    VideoOperations,
    VideoSender,
    ImageInputStore,
    TaskEvents,
    TaskStream,
    VideoHandler,
    VideoPolicies,
    VideoReader,
  ],
})
export class VideoModule {}
