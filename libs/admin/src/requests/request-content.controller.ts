import { Delete, Get, HttpCode } from '@nestjs/common';
import { AdminAccess } from '../access/admin-access.js';
import { CurrentCaller, type Caller } from '../access/caller.js';
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
    summary: 'Retrieve the stored content of a request',
    description: 'Available if its token has `store_content`. Each access is recorded in the audit log.',
    response: RequestContentView,
  })
  async show(@CurrentCaller() caller: Caller, @TextIdParam() id: string): Promise<RequestContentView> {
    return this.contents.show(caller, id);
  }

  @Delete()
  @HttpCode(204)
  @AdminAccess({ scope: 'contents:write', member: false })
  @Described({
    summary: 'Delete the stored content of a request',
    description: 'Deletes the content before it expires. Usage and cost are kept.',
  })
  async delete(@CurrentCaller() caller: Caller, @TextIdParam() id: string): Promise<void> {
    await this.contents.delete(caller, id);
  }
}
