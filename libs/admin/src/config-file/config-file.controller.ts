import { Body, Delete, Get, HttpCode, Post, Query } from '@nestjs/common';
import { AdminAccess } from '../access/admin-access.js';
import { CurrentCaller, type Caller } from '../access/caller.js';
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

/** The maximum size of a config file. */
const MAX_FILE_BYTES = 16 * 2 ** 20;

@AdminController('/api/config')
export class ConfigFileController {
  constructor(private readonly files: ConfigFileService) {}

  @Get()
  @AdminAccess({ scope: 'config:read', member: false })
  @Described({
    summary: 'Retrieve the active config file',
    description: 'The last applied config file and its overrides.',
    response: ConfigStateView,
  })
  async show(): Promise<ConfigStateView> {
    return this.files.show();
  }

  @Post('diff')
  @HttpCode(200)
  @MaxBody(MAX_FILE_BYTES)
  @AdminAccess({ scope: 'config:read', member: false })
  @Described({
    summary: 'Compare a config file with the stored configuration',
    description: 'Changes nothing. Secrets are compared but never returned.',
    response: ConfigDiffView,
  })
  async diff(@CurrentCaller() caller: Caller, @Body() input: ConfigDiffInput): Promise<ConfigDiffView> {
    return this.files.diff(caller, input);
  }

  @Post('apply')
  @HttpCode(200)
  @MaxBody(MAX_FILE_BYTES)
  @AdminAccess({ scope: 'config:write', member: false })
  @Described({
    summary: 'Apply a config file',
    description:
      'Applies its channels, models, owners and tokens in one transaction. Rejected with 409 if it would disable many entries, or if a newer file has been applied.',
    response: ConfigAppliedView,
  })
  async apply(@CurrentCaller() caller: Caller, @Body() input: ConfigApplyInput): Promise<ConfigAppliedView> {
    return this.files.apply(caller, input);
  }

  @Get('export')
  @AdminAccess({ scope: 'config:read', member: false })
  @Described({
    summary: 'Export the configuration as config file entries',
    description: 'Entries that are not from a config file, or all entries; secrets as `${NAME}`.',
    response: ConfigExportView,
  })
  async export(
    @CurrentCaller() caller: Caller,
    @Query() query: ConfigExportQuery,
  ): Promise<ConfigExportView> {
    return this.files.export(caller, query);
  }

  @Delete('overrides/:id')
  @AdminAccess({ scope: 'config:write', member: false })
  @Described({
    summary: 'Clear an override',
    description: 'The config file applies to this channel or token again.',
    response: ConfigStateView,
  })
  async clearOverride(@CurrentCaller() caller: Caller, @IdParam() id: string): Promise<ConfigStateView> {
    return this.files.clearOverride(caller, id);
  }
}
