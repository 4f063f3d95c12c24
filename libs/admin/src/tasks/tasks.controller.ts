import { Get, Head, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import { type Page } from '#database';
import { Drain, describeMedia, sendMedia } from '#http-edge';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { AdminAccess } from '../access/admin-access.js';
import { CurrentCaller, type Caller } from '../access/caller.js';
import { AdminController } from '../admin-controller.js';
import { TextIdParam } from '../input/id-param.js';
import { Described } from '../openapi/described.js';
import { TaskDetailView, TaskListQuery, TaskView } from './task.dto.js';
import { TasksService } from './tasks.service.js';

/** Unlike a signed link, this route is only for pages of the gateway itself. */
const CONTENT_HEADERS = { 'cache-control': 'no-store', 'cross-origin-resource-policy': 'same-origin' };

@AdminController('/api/tasks')
export class TasksController {
  constructor(
    private readonly tasks: TasksService,
    private readonly drain: Drain,
  ) {}

  @Get()
  @AdminAccess({ scope: 'tasks:read', member: true })
  @Described({ summary: 'List video tasks', response: { pageOf: TaskView } })
  async list(@CurrentCaller() caller: Caller, @Query() query: TaskListQuery): Promise<Page<TaskView>> {
    return this.tasks.list(caller, query);
  }

  @Get(':id')
  @AdminAccess({ scope: 'tasks:read', member: true })
  @Described({ summary: 'Retrieve a video task', response: TaskDetailView })
  async show(@CurrentCaller() caller: Caller, @TextIdParam() id: string): Promise<TaskDetailView> {
    return this.tasks.show(caller, id);
  }

  /** Must be declared before GET: otherwise Nest adds a HEAD route that reads the whole video. */
  @Head(':id/content')
  @AdminAccess({ scope: 'tasks:read', member: true })
  @Described({ summary: 'Retrieve the metadata of a video' })
  async describeContent(
    @CurrentCaller() caller: Caller,
    @TextIdParam() id: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    describeMedia(reply, await this.tasks.video(caller, id), CONTENT_HEADERS);
  }

  @Get(':id/content')
  @AdminAccess({ scope: 'tasks:read', member: true })
  @Described({
    summary: 'Download the video of a task',
    description: 'Available while it is stored. Supports Range headers.',
    file: 'video/mp4',
  })
  async content(
    @CurrentCaller() caller: Caller,
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
    description: 'A task that a provider is processing is cancelled with a delay.',
    response: TaskDetailView,
  })
  async cancel(@CurrentCaller() caller: Caller, @TextIdParam() id: string): Promise<TaskDetailView> {
    return this.tasks.cancel(caller, id);
  }

  @Post(':id/retry')
  @AdminAccess({ scope: 'tasks:write', member: true })
  @Described({
    summary: 'Retry a video task',
    description: 'Creates a new task from a failed or cancelled one. It is charged as a new task.',
    response: TaskDetailView,
  })
  async retry(@CurrentCaller() caller: Caller, @TextIdParam() id: string): Promise<TaskDetailView> {
    return this.tasks.retry(caller, id);
  }
}
