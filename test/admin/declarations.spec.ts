import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { AdminGuard, AdminModule, type AdminParts } from '#admin';
import { Controller, Get, Module, type Type } from '@nestjs/common';
import { APP_GUARD, NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Access } from '#http-edge';

@Controller('/api/forgotten')
@Access('public')
class ForgottenController {
  @Get('thing')
  thing(): string {
    return 'anybody gets this';
  }
}

@Controller('/elsewhere')
@Access('public')
class ElsewhereController {
  @Get()
  thing(): string {
    return 'not ours';
  }
}

function start(controller: Type): Promise<unknown> {
  // Nothing of it is asked for before the first request.
  const parts = { database: { getRepository: () => ({}) } } as unknown as AdminParts;

  @Module({
    imports: [AdminModule.with(parts)],
    controllers: [controller],
    providers: [{ provide: APP_GUARD, useExisting: AdminGuard }],
  })
  class AppModule {}

  return NestFactory.create(AppModule, new FastifyAdapter(), { logger: false, abortOnError: false }).then(
    async (app) => {
      await app.init();
      const { statusCode } = await app.getHttpAdapter().getInstance().inject('/elsewhere');
      await app.close();
      return statusCode;
    },
  );
}

describe('a gateway with an admin API', () => {
  it('does not start while a route under /api leaves open who may call it', async () => {
    await expect(start(ForgottenController)).rejects.toThrow(/@AdminAccess.*ForgottenController\.thing/);
  });

  it('lets nobody through its guard to routes that are not its own', async () => {
    expect(await start(ElsewhereController)).toBe(403);
  });
});
