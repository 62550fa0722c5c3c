// The door `text/yaml`: its library is large, and most runs read no YAML.
export { nestsTooDeep } from './depth.js';
export { yamlParser } from './lazy.js';
export { parseYaml, parseYamlDocuments, type Yaml } from './yaml.js';
