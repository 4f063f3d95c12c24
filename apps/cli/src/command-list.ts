import { adminTokenCreateCommand } from './admin-token/create.command.js';
import { adminTokenListCommand } from './admin-token/list.command.js';
import { adminTokenRevokeCommand } from './admin-token/revoke.command.js';
import { auditListCommand } from './audit/list.command.js';
import { auditVerifyCommand } from './audit/verify.command.js';
import { backupCommand } from './backup/backup.command.js';
import { moveCommand } from './backup/move.command.js';
import { restoreCommand } from './backup/restore.command.js';
import { channelAddCommand } from './channel/add.command.js';
import { channelDisableCommand, channelEnableCommand } from './channel/enable.command.js';
import { channelListCommand } from './channel/list.command.js';
import { channelRemoveCommand } from './channel/remove.command.js';
import { channelTestCommand } from './channel/test.command.js';
import { channelUpdateCommand } from './channel/update.command.js';
import { completionCommand } from './completion/completion.command.js';
import { configApplyCommand } from './config/apply.command.js';
import { configClearOverrideCommand } from './config/clear-override.command.js';
import { configDiffCommand } from './config/diff.command.js';
import { configExportCommand } from './config/export.command.js';
import { configValidateCommand } from './config/validate.command.js';
import { doctorCommand } from './doctor/doctor.command.js';
import { type Command } from './frame/command.js';
import { keysRotateCommand } from './keys/rotate.command.js';
import { ledgerVerifyCommand } from './ledger/verify.command.js';
import { mediaMoveCommand } from './media/move.command.js';
import { migrateCommand } from './migrate.command.js';
import { modelListCommand } from './model/list.command.js';
import { modelUpdateCommand } from './model/update.command.js';
import { ownerListCommand } from './owner/list.command.js';
import { ownerSetCommand } from './owner/set.command.js';
import { priceSetCommand } from './price/set.command.js';
import { requestTailCommand } from './request/tail.command.js';
import { settingsListCommand } from './settings/list.command.js';
import { settingsSetCommand } from './settings/set.command.js';
import { taskCancelCommand } from './task/cancel.command.js';
import { taskListCommand } from './task/list.command.js';
import { taskRetryCommand } from './task/retry.command.js';
import { taskShowCommand } from './task/show.command.js';
import { tokenCreateCommand } from './token/create.command.js';
import { tokenListCommand } from './token/list.command.js';
import { tokenRevokeCommand } from './token/revoke.command.js';
import { tokenRotateCommand } from './token/rotate.command.js';
import { tokenUpdateCommand } from './token/update.command.js';
import { upCommand } from './up.command.js';
import { usageReportCommand } from './usage/report.command.js';
import { userCreateCommand } from './user/create.command.js';
import { userDisableCommand, userEnableCommand } from './user/enable.command.js';
import { userListCommand } from './user/list.command.js';
import { userResetPasswordCommand } from './user/reset-password.command.js';
import { webhookListCommand } from './webhook/list.command.js';
import { webhookReplayCommand } from './webhook/replay.command.js';

/** The description of each group of commands. */
export const nouns: Readonly<Record<string, string>> = {
  user: 'manage users',
  'admin-token': 'manage tokens for the admin API',
  token: 'manage API tokens',
  owner: 'manage token owners and their limits',
  channel: 'manage channels (provider accounts)',
  model: 'manage models',
  price: 'manage prices',
  task: 'manage video tasks',
  media: 'manage generated files',
  request: 'show requests',
  usage: 'show usage',
  settings: 'manage runtime settings',
  config: 'validate, compare, apply and export config files',
  webhook: 'manage webhook deliveries',
  ledger: 'verify the ledger',
  keys: 'manage the secret key',
  audit: 'show and verify the audit log',
};

/** Every command, in the order in which help shows them. */
export const commands: readonly Command[] = [
  upCommand,
  migrateCommand,
  doctorCommand,
  backupCommand,
  restoreCommand,
  moveCommand,
  completionCommand(() => commands, nouns),
  userCreateCommand,
  userListCommand,
  userResetPasswordCommand,
  userDisableCommand,
  userEnableCommand,
  adminTokenCreateCommand,
  adminTokenListCommand,
  adminTokenRevokeCommand,
  tokenCreateCommand,
  tokenListCommand,
  tokenUpdateCommand,
  tokenRotateCommand,
  tokenRevokeCommand,
  ownerSetCommand,
  ownerListCommand,
  channelAddCommand,
  channelListCommand,
  channelTestCommand,
  channelDisableCommand,
  channelEnableCommand,
  channelUpdateCommand,
  channelRemoveCommand,
  modelListCommand,
  modelUpdateCommand,
  priceSetCommand,
  taskListCommand,
  taskShowCommand,
  taskCancelCommand,
  taskRetryCommand,
  mediaMoveCommand,
  requestTailCommand,
  usageReportCommand,
  settingsListCommand,
  settingsSetCommand,
  configValidateCommand,
  configDiffCommand,
  configApplyCommand,
  configClearOverrideCommand,
  configExportCommand,
  webhookListCommand,
  webhookReplayCommand,
  ledgerVerifyCommand,
  auditListCommand,
  auditVerifyCommand,
  keysRotateCommand,
];
