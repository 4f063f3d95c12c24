import { RealtimeService } from './realtime-service.js';
import { SessionBench } from './session-bench.js';

/** Services and sessions of one test, which are gone after it. */
export class Stage {
  private readonly services: RealtimeService[] = [];
  private readonly benches: SessionBench[] = [];

  async service(): Promise<RealtimeService> {
    const service = new RealtimeService();
    this.services.push(service);
    await service.start();
    return service;
  }

  begin(...made: ConstructorParameters<typeof SessionBench>): SessionBench {
    const bench = new SessionBench(...made);
    this.benches.push(bench);
    return bench;
  }

  async clear(): Promise<void> {
    await Promise.all(this.benches.splice(0).map((bench) => bench.close()));
    await Promise.all(this.services.splice(0).map((service) => service.stop()));
  }
}
