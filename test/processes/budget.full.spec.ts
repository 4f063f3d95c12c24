import { afterAll, beforeAll, describe } from '@jest/globals';
import { promiseExactBudget } from './exact-budget.js';
import { RedisServer } from './redis-server.js';

describe('64 spenders over three processes, on a budget for 100 requests', () => {
  promiseExactBudget(() => ({}));
});

describe('with Redis, 64 spenders over three processes, on a budget for 100 requests', () => {
  let redis: RedisServer;

  beforeAll(async () => {
    redis = await RedisServer.start();
  });

  afterAll(() => redis.kill());

  promiseExactBudget(() => ({ REDIS_URL: redis.url }));
});
