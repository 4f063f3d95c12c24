import { Module } from '@nestjs/common';
import { PublicFetcher } from '#egress';
import { Drain } from '#http-edge';
import { MediaStore } from '#media';
import { PolicyService, RELAY_OPTIONS, type RelayOptions } from '#relay';
import { VideoTasks, VideoTasksModule } from '#video-tasks';
import { encodeTask } from '#wire';
import { Admissions } from '../../http/admissions.js';
import { BodyLimits } from '../../http/body-limits.js';
import { HttpModule } from '../../http/http.module.js';
import { ImageInputStore } from './image-input-store.js';
import { TaskEvents } from './task-events.js';
import { TaskReadings, TaskStream } from './task-stream.js';
import { VideoCallbacksController } from './video-callbacks.controller.js';
import { VideoGenerationsController } from './video-generations.controller.js';
import { VideoHandler } from './video-handler.js';
import { buildVideoLink } from './video-link.js';
import { VideoOperationsController } from './video-operations.controller.js';
import { VideoOperations } from './video-operations.js';
import { VideoSender } from './video-sender.js';
import { VideosController } from './videos.controller.js';

const LOOK_EVERY_MS = 500;

/** Everything about videos that clients can ask for. */
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
    {
      provide: VideoHandler,
      inject: [VideoTasks, ImageInputStore, PublicFetcher, PolicyService, Drain, BodyLimits, Admissions],
      useFactory: (...[tasks, inputs, fetcher, policies, ...rest]: HandlerDependencies) => {
        const [drain, limits, admissions] = rest;
        return new VideoHandler({ tasks, inputs, fetcher, policies, drain, limits, admissions });
      },
    },
    {
      provide: TaskEvents,
      inject: [VideoTasks, MediaStore, Drain, RELAY_OPTIONS],
      useFactory: (tasks: VideoTasks, media: MediaStore, drain: Drain, { keepAliveMs }: RelayOptions) => {
        const readings = new TaskReadings(tasks, LOOK_EVERY_MS);
        const stream = new TaskStream({
          readings,
          drain,
          keepAliveMs,
          encode: (task) => encodeTask(task, buildVideoLink(task, media)),
        });
        return new TaskEvents(stream, drain);
      },
    },
  ],
})
export class VideoModule {}

type HandlerDependencies = [
  VideoTasks,
  ImageInputStore,
  PublicFetcher,
  PolicyService,
  Drain,
  BodyLimits,
  Admissions,
];
