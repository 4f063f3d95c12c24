import { auditVerifyCommand } from './audit/verify.command.js';
import { backupCommand } from './backup/backup.command.js';
import { moveCommand } from './backup/move.command.js';
import { restoreCommand } from './backup/restore.command.js';
import { channelAddCommand } from './channel/add.command.js';
import { channelDisableCommand, channelEnableCommand } from './channel/enable.command.js';
import { channelListCommand } from './channel/list.command.js';
import { channelTestCommand } from './channel/test.command.js';
import { completionCommand } from './completion/completion.command.js';
import { configApplyCommand } from './config/apply.command.js';
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
import { taskCancelCommand } from './task/cancel.command.js';
import { taskListCommand } from './task/list.command.js';
import { taskRetryCommand } from './task/retry.command.js';
import { taskShowCommand } from './task/show.command.js';
import { tokenCreateCommand } from './token/create.command.js';
import { tokenListCommand } from './token/list.command.js';
import { tokenRevokeCommand } from './token/revoke.command.js';
import { tokenRotateCommand } from './token/rotate.command.js';
import { upCommand } from './up.command.js';
import { usageReportCommand } from './usage/report.command.js';
import { userCreateCommand } from './user/create.command.js';
import { userDisableCommand, userEnableCommand } from './user/enable.command.js';
import { userListCommand } from './user/list.command.js';
import { userResetPasswordCommand } from './user/reset-password.command.js';
import { webhookReplayCommand } from './webhook/replay.command.js';

/** What the verbs of each noun are about. */
export const nouns: Readonly<Record<string, string>> = {
  user: 'look after who can sign in',
  token: 'look after what models are called with',
  channel: 'look after accounts at providers',
  model: 'look after what can be called',
  task: 'look after videos in the making',
  media: 'look after generated files',
  usage: 'look at what was used',
  config: 'look after the config file',
  webhook: 'look after what is told to other servers',
  ledger: 'look after the money',
  keys: 'look after the key that stored secrets are encrypted with',
  audit: 'look after the record of who changed what',
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
  tokenCreateCommand,
  tokenListCommand,
  tokenRotateCommand,
  tokenRevokeCommand,
  channelAddCommand,
  channelListCommand,
  channelTestCommand,
  channelDisableCommand,
  channelEnableCommand,
  modelListCommand,
  modelUpdateCommand,
  taskListCommand,
  taskShowCommand,
  taskCancelCommand,
  taskRetryCommand,
  mediaMoveCommand,
  usageReportCommand,
  configValidateCommand,
  configApplyCommand,
  configExportCommand,
  webhookReplayCommand,
  ledgerVerifyCommand,
  auditVerifyCommand,
  keysRotateCommand,
];
