import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import { type Service } from '#lifecycle';
import { type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';
import { createWorker } from '../../../apps/worker/src/create-worker.js';
import { People, type Person } from '../../admin/people.js';
import { type TestGateway, startTestGateway } from '../../harness/index.js';
import { launchBrowser } from '../launch-browser.js';
import { REPORT_VIOLATIONS, Watch } from './watch.js';

type GatewayOptions = NonNullable<Parameters<typeof startTestGateway>[0]>;

export interface HarnessOptions {
  gateway?: () => GatewayOptions | Promise<GatewayOptions>;
  /** Video tasks are processed only with a worker. */
  hasWorker?: boolean;
  browserArguments?: readonly string[];
}

export interface VisitOptions extends BrowserContextOptions {
  as?: Person;
  /** Another origin of the same gateway. */
  origin?: string;
  /** Shares one browser context between all tests of the suite, so that the browser does not load everything again. */
  isLasting?: boolean;
}

/** A user at the console, in a separate browser context. */
export interface Visit {
  page: Page;
  context: BrowserContext;
  watch: Watch;
  isLasting: boolean;
  /** Opens a page of the console by its address. */
  go: (path: string) => Promise<void>;
  /**
   * Navigates to another page as a link does: the browser does not load the application again. The docs are pages of
   * `/docs`.
   */
  navigateTo: (path: string, root?: '/console' | '/docs') => Promise<void>;
}

interface Running {
  gateway: TestGateway;
  browser: Browser;
  people: People;
  worker: Service | undefined;
}

/** A gateway with its console, and a browser. */
export class ConsoleHarness {
  #visits: Visit[] = [];
  #running: Running | undefined;

  /**
   * Creates the harness for the calling suite. After each test, it checks that no page caused a complaint of the
   * browser.
   */
  static forSuite(options: HarnessOptions = {}): ConsoleHarness {
    const harness = new ConsoleHarness();
    beforeAll(() => harness.#start(options));
    afterEach(() => harness.#endVisits());
    afterAll(() => harness.#stop());
    return harness;
  }

  get gateway(): TestGateway {
    return this.#parts.gateway;
  }

  get people(): People {
    return this.#parts.people;
  }

  async visit(requestOptions: VisitOptions = {}): Promise<Visit> {
    const { as, origin = this.gateway.origin, isLasting = false, ...options } = requestOptions;
    const context = await this.#parts.browser.newContext({
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
      ...(as === undefined ? {} : { storageState: buildSession(as, origin) }),
      ...options,
    });
    await context.addInitScript(REPORT_VIOLATIONS);
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    const watch = new Watch(page, origin);
    const go = async (path: string): Promise<void> => {
      await page.goto(`${origin}/console${path}`);
    };
    const navigateTo: Visit['navigateTo'] = async (path, root = '/console') => {
      if (!page.url().startsWith(origin + root)) {
        await page.goto(origin + root + path);
        return;
      }
      // Goes through a page that does not exist, so that nothing of the previous page can be mistaken for the next one.
      const nowhere = page.getByRole('heading', { level: 1, name: 'Page not found' });
      await page.evaluate(buildTurn(`${root}/nowhere`));
      await nowhere.waitFor();
      await page.evaluate(buildTurn(root + path));
      await nowhere.waitFor({ state: 'detached' });
    };
    const visit = { page, context, watch, isLasting, go, navigateTo };
    this.#visits.push(visit);
    return visit;
  }

  get #parts(): Running {
    if (this.#running === undefined) throw new Error('the suite has not begun');
    return this.#running;
  }

  async #start(options: HarnessOptions): Promise<void> {
    const [gateway, browser] = await Promise.all([
      startTestGateway({ sandbox: true, ...(await options.gateway?.()) }),
      launchBrowser(options.browserArguments),
    ]);
    const people = await People.of(gateway);
    const worker = options.hasWorker === true ? await createWorker(gateway.shared) : undefined;
    this.#running = { gateway, browser, people, worker };
  }

  async #endVisits(): Promise<void> {
    const complaints = this.#visits.flatMap(({ watch }) => watch.takeComplaints());
    const ending = this.#visits.filter(({ isLasting }) => !isLasting);
    this.#visits = this.#visits.filter(({ isLasting }) => isLasting);
    await Promise.all(ending.map(({ context }) => context.close()));
    expect(complaints).toEqual([]);
  }

  async #stop(): Promise<void> {
    const { gateway, browser, people, worker } = this.#parts;
    await browser.close();
    await people.leave();
    await worker?.close();
    await gateway.stop();
  }
}

/** What the router does when a user follows a link or goes back. */
function buildTurn(path: string): string {
  // The router counts its history entries, and its navigation blockers are asked only if it knows the distance.
  return `history.pushState({ idx: (history.state?.idx ?? 0) + 1 }, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`;
}

/** What the browser stores for a signed-in user. */
function buildSession({ headers }: Person, origin: string): BrowserContextOptions['storageState'] {
  const [name = '', value = ''] = headers['cookie']?.split(';')[0]?.split('=') ?? [];
  const { hostname } = new URL(origin);
  return {
    cookies: [
      {
        name,
        value,
        domain: hostname,
        path: '/',
        expires: -1,
        httpOnly: true,
        secure: false,
        sameSite: 'Lax',
      },
    ],
    origins: [{ origin, localStorage: [{ name: 'modelgate-signed-in', value: 'yes' }] }],
  };
}
