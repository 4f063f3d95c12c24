import { describe } from '@jest/globals';
import { promiseRecovery } from './recovery.js';

describe('a kill -9 while requests run', () => {
  promiseRecovery(() => ({}));
});
