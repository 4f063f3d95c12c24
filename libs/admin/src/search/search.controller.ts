import { Get, Query } from '@nestjs/common';
import { AdminAccess } from '../access/admin-access.js';
import { CurrentCaller, type Caller } from '../access/caller.js';
import { AdminController } from '../admin-controller.js';
import { Described } from '../openapi/described.js';
import { SearchQuery, SearchView } from './search.dto.js';
import { SearchService } from './search.service.js';

@AdminController('/api/search')
export class SearchController {
  constructor(private readonly search: SearchService) {}

  @Get()
  @AdminAccess('user')
  @Described({
    summary: 'Search by name or id',
    description: 'Members find their own resources and models. Returns at most 5 of each kind.',
    response: SearchView,
  })
  async find(@CurrentCaller() caller: Caller, @Query() { q }: SearchQuery): Promise<SearchView> {
    return { data: await this.search.find(caller, q) };
  }
}
