import { type Catalog } from '#catalog';
import { type HttpTransport } from '#egress';
import { type MediaStore } from '#media';
import { type FetchMedia } from '../fetch-media.js';
import { type DispatchDependencies } from '../dispatch.js';
import { type PolicyService } from '../policies/policy-service.js';
import { type Router } from '../router.js';

export interface OperationDependencies extends DispatchDependencies {
  catalog: Catalog;
  http: HttpTransport;
  router: Router;
  policies: PolicyService;
  fetchMedia: FetchMedia;
  media: MediaStore;
  keepAliveMs: number;
}
