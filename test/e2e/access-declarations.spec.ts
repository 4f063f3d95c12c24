import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { Controller, Get, Module } from '@nestjs/common';
import { DiscoveryModule, NestFactory } from '@nestjs/core';
import { Access, AccessDeclarations } from '#http-edge';
import { FastifyAdapter } from '@nestjs/platform-fastify';

@Controller()
class ForgetfulController {
  @Get('/declared')
  @Access('public')
  declared(): string {
    return 'for everybody';
  }

  @Get('/forgotten')
  forgotten(): string {
    return 'for whom?';
  }
}

@Controller()
@Access('token')
class CarefulController {
  @Get('/careful')
  careful(): string {
    return 'for holders of a token';
  }
}

@Module({ imports: [DiscoveryModule], controllers: [CarefulController], providers: [AccessDeclarations] })
class CarefulModule {}

@Module({ imports: [CarefulModule], controllers: [ForgetfulController] })
class ForgetfulModule {}

describe('declarations of who may call a route', () => {
  it('prevent the start if a route has none, with an error that names the route', async () => {
    const app = await NestFactory.create(ForgetfulModule, new FastifyAdapter(), { logger: false });
    await expect(app.init()).rejects.toThrow(/\(add one\): ForgetfulController\.forgotten$/);
  });

  it('allow the start if every route has one', async () => {
    const app = await NestFactory.create(CarefulModule, new FastifyAdapter(), { logger: false });
    await expect(app.init()).resolves.toBe(app);
    await app.close();
  });
});
