import { RealtimeService } from './realtime-service.js';
import { PassthroughHarness } from './session-harness.js';

/** Services and sessions of one test, which are closed after it. */
export class TestSessions {
  private readonly services: RealtimeService[] = [];
  private readonly harnesses: PassthroughHarness[] = [];

  async service(): Promise<RealtimeService> {
    const service = new RealtimeService();
    this.services.push(service);
    await service.start();
    return service;
  }

  start(...made: ConstructorParameters<typeof PassthroughHarness>): PassthroughHarness {
    const harness = new PassthroughHarness(...made);
    this.harnesses.push(harness);
    return harness;
  }

  async clear(): Promise<void> {
    await Promise.all(this.harnesses.splice(0).map((harness) => harness.close()));
    await Promise.all(this.services.splice(0).map((service) => service.stop()));
  }
}
