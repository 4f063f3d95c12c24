import { describe } from '@jest/globals';
import { promiseExactBudget } from './exact-budget.js';

describe('64 spenders over three processes, on a budget for 100 requests', () => {
  promiseExactBudget(() => ({}));
});
