import { OwnerListRepository } from '#access';
import { Injectable } from '@nestjs/common';
import { getOwnerScope } from '#rights';
import { type Caller } from '../access/caller.js';
import { ChannelsService } from '../channels/channels.service.js';
import { MAX_FOUND, OwnThingsSearch } from './own-things-search.js';
import { type FoundView } from './search.dto.js';

/** Searches all kinds by name or id, restricted to what the caller may see. */
@Injectable()
export class SearchService {
  constructor(
    private readonly own: OwnThingsSearch,
    private readonly channels: ChannelsService,
    private readonly owners: OwnerListRepository,
  ) {}

  async find(caller: Caller, text: string): Promise<FoundView[]> {
    const isConfined = getOwnerScope(caller.principal) !== undefined;
    const found = await Promise.all([
      this.own.findRequests(caller, text),
      this.own.findTasks(caller, text),
      this.own.findTokens(caller, text),
      this.own.findModels(text),
      ...(isConfined ? [] : [this.findChannels(text), this.findOwners(text)]),
    ]);
    return found.flat();
  }

  private async findChannels(search: string): Promise<FoundView[]> {
    const { data } = await this.channels.list({ search, sort: 'name', limit: MAX_FOUND });
    return data.map(({ id, name, provider }) => ({ kind: 'channel', id, label: name, detail: provider }));
  }

  /** Owners with a user account are returned as users, all others as owners. */
  private async findOwners(search: string): Promise<FoundView[]> {
    const { data } = await this.owners.list({ search, limit: MAX_FOUND });
    return data.map(({ name, userId, role }) =>
      userId === null
        ? { kind: 'owner', id: name, label: name, detail: null }
        : { kind: 'user', id: userId, label: name, detail: role },
    );
  }
}
