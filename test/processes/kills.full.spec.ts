import { describe } from '@jest/globals';
import { testRecovery } from './recovery.js';

describe('a kill -9 while requests run', () => {
  testRecovery(() => ({}));
});
