export { AdmissionModule } from './admission.module.js';
export { type AdmittedCall } from './admitted-call.js';
export { type CallToAdmit, ModelAdmission, type SocketPlace } from './model-admission.js';
export { SURFACES, type Surface } from './surfaces.js';
