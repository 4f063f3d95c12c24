import { GatewayError } from '#canonical';
import { Injectable } from '@nestjs/common';
import { type Caller } from '../access/caller.js';
import { ModelsService } from '../models/models.service.js';
import { RequestListQuery } from '../requests/request-query.dto.js';
import { RequestsService } from '../requests/requests.service.js';
import { TasksService } from '../tasks/tasks.service.js';
import { TokensService } from '../tokens/tokens.service.js';
import { type FoundView } from './search.dto.js';

/** How many results of each kind are returned. */
export const MAX_FOUND = 5;

const REQUEST_ID = /^req_[\w-]{2,196}$/;
const TASK_ID = /^video_[\w-]{1,194}$/;

/** Searches the kinds that members may also search. The services restrict the results to those that the caller may see. */
@Injectable()
export class OwnThingsSearch {
  constructor(
    private readonly tokens: TokensService,
    private readonly models: ModelsService,
    private readonly requests: RequestsService,
    private readonly tasks: TasksService,
  ) {}

  async findTokens(caller: Caller, search: string): Promise<FoundView[]> {
    const { data } = await this.tokens.list(caller, { search, sort: 'name', limit: MAX_FOUND });
    return data.map(({ id, name, owner }) => ({ kind: 'token', id, label: name, detail: owner }));
  }

  async findModels(search: string): Promise<FoundView[]> {
    const { data } = await this.models.list({ search, sort: 'id', limit: MAX_FOUND });
    return data.map(({ id, served }) => ({
      kind: 'model',
      id,
      label: id,
      detail: served ? null : 'not served',
    }));
  }

  async findRequests(caller: Caller, id: string): Promise<FoundView[]> {
    if (!REQUEST_ID.test(id)) return [];
    const query = Object.assign(new RequestListQuery(), { id, limit: MAX_FOUND });
    const { data } = await this.requests.list(caller, query);
    return data.map((request) => ({
      kind: 'request',
      id: request.id,
      label: request.id,
      detail: request.model,
    }));
  }

  /** Finds a task by its complete id. */
  async findTasks(caller: Caller, id: string): Promise<FoundView[]> {
    if (!TASK_ID.test(id)) return [];
    try {
      const task = await this.tasks.show(caller, id);
      return [{ kind: 'task', id: task.id, label: task.id, detail: task.status }];
    } catch (error) {
      if (error instanceof GatewayError && error.kind === 'resource-not-found') return [];
      throw error;
    }
  }
}
