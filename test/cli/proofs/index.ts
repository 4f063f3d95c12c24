import { channelProofs } from './channels.js';
import { configProofs } from './config.js';
import { installationProofs } from './installation.js';
import { userProofs } from './users.js';
import { type Proofs } from './proof.js';
import { tokenProofs } from './tokens.js';
import { taskProofs } from './work.js';

export { type Proof, type Run } from './proof.js';
export { type Stage, buildStage } from './stage.js';

export const proofs: Proofs = {
  ...installationProofs,
  ...userProofs,
  ...tokenProofs,
  ...channelProofs,
  ...taskProofs,
  ...configProofs,
};
