import { type DynamicModule, Module } from '@nestjs/common';
import { type PublicFetcher } from '#egress';
import { type PolicyDesk } from '#relay';
import { type MediaStore } from '#media';
import { VideoTasks } from '#video-tasks';
import { encodeTask } from '#wire';
import { type Drain } from '../../http/drain.js';
import { MEDIA_STORE } from '../../media/media-store.token.js';
import { type BodyLimits } from '../model-requests.js';
import { filmLinkOf } from './film-link.js';
import { FilmSender } from './film-sender.js';
import { ImageShelf } from './image-shelf.js';
import { TaskEvents } from './task-events.js';
import { TaskReadings } from './task-readings.js';
import { TaskStream } from './task-stream.js';
import { VideoDesk } from './video-desk.js';
import { VideoGenerationsController } from './video-generations.controller.js';
import { VideosController } from './videos.controller.js';

const LOOK_EVERY_MS = 500;

export interface VideoParts {
  tasks: VideoTasks;
  media: MediaStore;
  fetcher: PublicFetcher;
  policies: PolicyDesk;
  drain: Drain;
  limits: BodyLimits;
  keepAliveMs: number;
}

/** Everything about films that clients can ask for. */
@Module({})
export class VideoModule {
  static with({ tasks, media, fetcher, policies, drain, limits, keepAliveMs }: VideoParts): DynamicModule {
    const shelf = new ImageShelf(media);
    const stream = new TaskStream({
      readings: new TaskReadings(tasks, LOOK_EVERY_MS),
      drain,
      keepAliveMs,
      encode: (task) => encodeTask(task, filmLinkOf(task, media)),
    });
    return {
      module: VideoModule,
      controllers: [VideoGenerationsController, VideosController],
      providers: [
        { provide: VideoTasks, useValue: tasks },
        { provide: MEDIA_STORE, useValue: media },
        { provide: ImageShelf, useValue: shelf },
        { provide: VideoDesk, useValue: new VideoDesk({ tasks, shelf, fetcher, policies, drain, limits }) },
        { provide: TaskEvents, useValue: new TaskEvents(stream, drain) },
        { provide: FilmSender, useValue: new FilmSender(media, drain) },
      ],
    };
  }
}
