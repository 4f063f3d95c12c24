export { setUp, type SetupOutcome } from './set-up.js';
