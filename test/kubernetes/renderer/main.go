// Renders a chart as Helm does: Go's own templates with the functions of sprig and the few that Helm adds. Reads
// {"chart", "files", "values", "release"} as JSON and prints the rendered files as JSON, or ends with the error.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"gopkg.in/yaml.v3"
)

type input struct {
	// The content of Chart.yaml, with the names that templates use.
	Chart map[string]interface{} `json:"chart"`
	// The templates, by their paths.
	Files map[string]string `json:"files"`
	// The values of values.yaml, and those of the installation.
	Defaults map[string]interface{} `json:"defaults"`
	Values   map[string]interface{} `json:"values"`
	Release  map[string]interface{} `json:"release"`
}

func main() {
	var in input
	if err := json.NewDecoder(os.Stdin).Decode(&in); err != nil {
		end(err)
	}
	out, err := render(in)
	if err != nil {
		end(err)
	}
	if err := json.NewEncoder(os.Stdout).Encode(out); err != nil {
		end(err)
	}
}

func end(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

func render(in input) (map[string]string, error) {
	root := template.New("chart").Option("missingkey=zero")
	root.Funcs(functions(root))
	for name, text := range in.Files {
		if _, err := root.New(name).Parse(text); err != nil {
			return nil, err
		}
	}
	data := map[string]interface{}{
		"Chart":   in.Chart,
		"Release": in.Release,
		"Values":  merge(in.Defaults, in.Values),
	}
	rendered := map[string]string{}
	for name := range in.Files {
		if strings.HasPrefix(path.Base(name), "_") {
			continue
		}
		text, err := execute(root, name, data)
		if err != nil {
			return nil, err
		}
		rendered[name] = text
	}
	return rendered, nil
}

func execute(root *template.Template, name string, data interface{}) (string, error) {
	var buffer bytes.Buffer
	if err := root.ExecuteTemplate(&buffer, name, data); err != nil {
		return "", err
	}
	return strings.ReplaceAll(buffer.String(), "<no value>", ""), nil
}

// Given values override defaults; null removes a default.
func merge(defaults, given map[string]interface{}) map[string]interface{} {
	merged := map[string]interface{}{}
	for key, value := range defaults {
		merged[key] = value
	}
	for key, value := range given {
		below, isMap := value.(map[string]interface{})
		usual, wasMap := merged[key].(map[string]interface{})
		switch {
		case value == nil:
			delete(merged, key)
		case isMap && wasMap:
			merged[key] = merge(usual, below)
		default:
			merged[key] = value
		}
	}
	return merged
}

func functions(root *template.Template) template.FuncMap {
	all := sprig.TxtFuncMap()
	// Helm has neither, because a chart must not depend on the machine that renders it.
	delete(all, "env")
	delete(all, "expandenv")
	all["include"] = func(name string, data interface{}) (string, error) { return execute(root, name, data) }
	all["required"] = func(message string, value interface{}) (interface{}, error) {
		if value == nil || value == "" {
			return nil, errors.New(message)
		}
		return value, nil
	}
	all["toYaml"] = toYaml
	return all
}

func toYaml(value interface{}) (string, error) {
	var buffer bytes.Buffer
	encoder := yaml.NewEncoder(&buffer)
	encoder.SetIndent(2)
	if err := encoder.Encode(value); err != nil {
		return "", err
	}
	return strings.TrimSuffix(buffer.String(), "\n"), nil
}
