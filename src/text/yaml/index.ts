// The door `text/yaml`: its library is large, and most runs read no YAML.
export { nestsTooDeep } from './depth.js';
export { parseYaml, parseYamlDocuments, type Yaml, yamlParser } from './yaml.js';
