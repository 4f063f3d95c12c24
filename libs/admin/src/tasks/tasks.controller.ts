import { Get, Head, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import { type Page } from '#database';
import { Drain, describeMedia, sendMedia } from '#http-edge';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { AdminAccess } from '../access/admin-access.js';
import { Asking, type Caller } from '../access/caller.js';
import { AdminController } from '../admin-controller.js';
import { TextIdParam } from '../input/id-param.js';
import { Described } from '../openapi/described.js';
import { TaskDetailView, TaskListQuery, TaskView } from './task.dto.js';
import { TasksService } from './tasks.service.js';

/** Unlike one that is read by its link, such a file is for our own pages alone. */
const CONTENT_HEADERS = { 'cache-control': 'no-store', 'cross-origin-resource-policy': 'same-origin' };

@AdminController('/api/tasks')
export class TasksController {
  constructor(
    private readonly tasks: TasksService,
    private readonly drain: Drain,
  ) {}

  @Get()
  @AdminAccess({ scope: 'tasks:read', member: true })
  @Described({ summary: 'List video tasks', answer: { pageOf: TaskView } })
  async list(@Asking() caller: Caller, @Query() query: TaskListQuery): Promise<Page<TaskView>> {
    return this.tasks.list(caller, query);
  }

  @Get(':id')
  @AdminAccess({ scope: 'tasks:read', member: true })
  @Described({ summary: 'Show a video task', answer: TaskDetailView })
  async show(@Asking() caller: Caller, @TextIdParam() id: string): Promise<TaskDetailView> {
    return this.tasks.show(caller, id);
  }

  /** Stands before GET, for which a HEAD that reads the whole video would be made up otherwise. */
  @Head(':id/content')
  @AdminAccess({ scope: 'tasks:read', member: true })
  @Described({ summary: 'Describe the video of a video task' })
  async describeContent(
    @Asking() caller: Caller,
    @TextIdParam() id: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    describeMedia(reply, await this.tasks.video(caller, id), CONTENT_HEADERS);
  }

  @Get(':id/content')
  @AdminAccess({ scope: 'tasks:read', member: true })
  @Described({
    summary: 'Read the video of a video task',
    description: 'For as long as it is kept; also in part, by a Range header.',
    file: 'video/mp4',
  })
  async content(
    @Asking() caller: Caller,
    @TextIdParam() id: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const video = await this.tasks.video(caller, id);
    await sendMedia(request, reply, video, { signal: this.drain.signal, headers: CONTENT_HEADERS });
  }

  @Post(':id/cancel')
  @HttpCode(200)
  @AdminAccess({ scope: 'tasks:write', member: true })
  @Described({
    summary: 'Cancel a video task',
    description: 'One that an upstream is working on ends a little later.',
    answer: TaskDetailView,
  })
  async cancel(@Asking() caller: Caller, @TextIdParam() id: string): Promise<TaskDetailView> {
    return this.tasks.cancel(caller, id);
  }

  @Post(':id/retry')
  @AdminAccess({ scope: 'tasks:write', member: true })
  @Described({
    summary: 'Repeat a video task',
    description: 'Makes a new task from the request of one that has failed. It costs what a new one costs.',
    answer: TaskDetailView,
  })
  async retry(@Asking() caller: Caller, @TextIdParam() id: string): Promise<TaskDetailView> {
    return this.tasks.retry(caller, id);
  }
}
