import { Body, Delete, Get, HttpCode, Post, Query } from '@nestjs/common';
import { AdminAccess } from '../access/admin-access.js';
import { Asking, type Caller } from '../access/caller.js';
import { AdminController } from '../admin-controller.js';
import { IdParam } from '../input/id-param.js';
import { MaxBody } from '../input/json-body.interceptor.js';
import { Described } from '../openapi/described.js';
import {
  ConfigAppliedView,
  ConfigApplyInput,
  ConfigDiffInput,
  ConfigDiffView,
  ConfigExportQuery,
  ConfigExportView,
  ConfigStateView,
} from './config-file.dto.js';
import { ConfigFileService } from './config-file.service.js';

/** As large as a config file may be. */
const MAX_FILE_BYTES = 16 * 2 ** 20;

@AdminController('/api/config')
export class ConfigFileController {
  constructor(private readonly files: ConfigFileService) {}

  @Get()
  @AdminAccess({ scope: 'config:read', member: false })
  @Described({
    summary: 'Show which config file counts',
    description: 'The last one that was applied, and what was switched against it since.',
    answer: ConfigStateView,
  })
  async show(): Promise<ConfigStateView> {
    return this.files.show();
  }

  @Post('diff')
  @HttpCode(200)
  @MaxBody(MAX_FILE_BYTES)
  @AdminAccess({ scope: 'config:read', member: false })
  @Described({
    summary: 'Compare a config file with what is stored',
    description: 'Changes nothing. Secrets are compared, and never shown.',
    answer: ConfigDiffView,
  })
  async diff(@Asking() caller: Caller, @Body() input: ConfigDiffInput): Promise<ConfigDiffView> {
    return this.files.diff(caller, input);
  }

  @Post('apply')
  @HttpCode(200)
  @MaxBody(MAX_FILE_BYTES)
  @AdminAccess({ scope: 'config:write', member: false })
  @Described({
    summary: 'Apply a config file',
    description:
      'Makes channels, models, owners and tokens what it says, all or nothing. Refused with 409 where it disables more than may happen by accident, or was replaced by another file before.',
    answer: ConfigAppliedView,
  })
  async apply(@Asking() caller: Caller, @Body() input: ConfigApplyInput): Promise<ConfigAppliedView> {
    return this.files.apply(caller, input);
  }

  @Get('export')
  @AdminAccess({ scope: 'config:read', member: false })
  @Described({
    summary: 'Export what a config file would declare',
    description: 'What was made elsewhere than in a config file, or everything; secrets as `${NAME}`.',
    answer: ConfigExportView,
  })
  async export(@Asking() caller: Caller, @Query() query: ConfigExportQuery): Promise<ConfigExportView> {
    return this.files.export(caller, query);
  }

  @Delete('overrides/:id')
  @AdminAccess({ scope: 'config:write', member: false })
  @Described({
    summary: 'Clear an override',
    description: 'What the config file says of this channel or token counts again.',
    answer: ConfigStateView,
  })
  async clearOverride(@Asking() caller: Caller, @IdParam() id: string): Promise<ConfigStateView> {
    return this.files.clearOverride(caller, id);
  }
}
