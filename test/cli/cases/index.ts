import { administrationCases } from './administration.js';
import { channelCases } from './channels.js';
import { configCases } from './config.js';
import { installationCases } from './installation.js';
import { userCases } from './users.js';
import { type CommandCases } from './command-case.js';
import { tokenCases } from './tokens.js';
import { mediaCases, taskCases } from './work.js';

export { type CommandCase, type Run } from './command-case.js';
export { type Stage, buildStage } from './stage.js';

export const commandCases: CommandCases = {
  ...installationCases,
  ...userCases,
  ...tokenCases,
  ...channelCases,
  ...mediaCases,
  ...taskCases,
  ...configCases,
  ...administrationCases,
};
