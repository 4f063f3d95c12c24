export { AdmissionModule } from './admission.module.js';
export { type AdmittedCall } from './admitted-call.js';
export { ModelAdmission } from './model-admission.js';
export { type Surface } from './surfaces.js';
