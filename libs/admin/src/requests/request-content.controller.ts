import { Delete, Get, HttpCode } from '@nestjs/common';
import { AdminAccess } from '../access/admin-access.js';
import { Asking, type Caller } from '../access/caller.js';
import { AdminController } from '../admin-controller.js';
import { TextIdParam } from '../input/id-param.js';
import { Described } from '../openapi/described.js';
import { RequestContentView } from './request-content.dto.js';
import { RequestContentService } from './request-content.service.js';

@AdminController('/api/requests/:id/content')
export class RequestContentController {
  constructor(private readonly contents: RequestContentService) {}

  @Get()
  @AdminAccess({ scope: 'contents:read', member: true })
  @Described({
    summary: 'Read what a request asked and was answered',
    description: 'Kept where its token says `store_content`. Every look leaves an entry in the audit log.',
    answer: RequestContentView,
  })
  async show(@Asking() caller: Caller, @TextIdParam() id: string): Promise<RequestContentView> {
    return this.contents.show(caller, id);
  }

  @Delete()
  @HttpCode(204)
  @AdminAccess({ scope: 'contents:write', member: false })
  @Described({
    summary: 'Delete what a request asked and was answered',
    description: 'Before its time. What the request used and cost stays.',
  })
  async delete(@Asking() caller: Caller, @TextIdParam() id: string): Promise<void> {
    await this.contents.delete(caller, id);
  }
}
