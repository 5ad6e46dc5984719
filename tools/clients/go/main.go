// Plays one game against bots through openapi-generator's Go: URL RULESET NAME.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"math/rand"
	"os"
	"strconv"
	"time"

	tide "player/tide"
)

func main() {
	rand.Seed(time.Now().UnixNano())
	url, ruleset, name := os.Args[1], os.Args[2], os.Args[3]
	configuration := tide.NewConfiguration()
	configuration.Servers = tide.ServerConfigurations{{URL: url}}
	client := tide.NewAPIClient(configuration)
	newcomer := *tide.NewPlayerRequest(name, "rock-pool-and-anemone")
	signedUp, _, err := client.PlayersAPI.CreatePlayer(context.Background()).PlayerRequest(newcomer).Execute()
	check(err)
	caller := context.WithValue(context.Background(), tide.ContextAccessToken, signedUp.Token)
	play(caller, client, ruleset)
}

func play(caller context.Context, client *tide.APIClient, ruleset string) {
	wish := tide.NewGameRequest(ruleset, 3)
	wish.SetBots([]string{"random", "random"})
	game, _, err := client.GamesAPI.CreateGame(caller).GameRequest(*wish).Execute()
	check(err)
	var moves, heard, unknown int
	var winners []int32
	for winners == nil {
		moves += answerAll(caller, client)
		page, _, err := client.GamesAPI.ListEvents(caller, game.Id).After(strconv.Itoa(heard)).Wait(5).Execute()
		check(err)
		for _, event := range page.Results {
			heard++
			if _, err := tide.NewEventTypeFromValue(event.Type); err != nil {
				unknown++
			}
			if event.Type == string(tide.EVENTTYPE_FINISHED) {
				winners = finished(event.Data).Winners
			}
		}
	}
	record, _, err := client.GamesAPI.GetRecord(caller, game.Id).Execute()
	check(err)
	fmt.Printf("game %s: %d moves, %d events, %d unknown, won by %v, %d turns in the record\n",
		game.Id, moves, heard, unknown, winners, len(record.Turns))
}

// What belongs to an event comes as an open object: its type says as what it can be read.
func finished(data map[string]interface{}) (end tide.FinishedData) {
	raw, err := json.Marshal(data)
	check(err)
	check(json.Unmarshal(raw, &end))
	return end
}

// How many questions were answered, each with any of its legal actions.
func answerAll(caller context.Context, client *tide.APIClient) int {
	page, _, err := client.MeAPI.ListMyTurns(caller).Execute()
	check(err)
	answered := 0
	for _, question := range page.Results {
		if question.Submission.IsSet() && question.Submission.Get() != nil {
			continue
		}
		sealing := *tide.NewSubmissionRequest(question.LegalActions[rand.Intn(len(question.LegalActions))])
		_, answer, err := client.TurnsAPI.SubmitAnswer(caller, question.Game, question.Turn).SubmissionRequest(sealing).Execute()
		// A conflict means that the turn was over sooner: the next look tells what is asked now.
		if err != nil && (answer == nil || answer.StatusCode != 409) {
			log.Fatal(err)
		}
		if err == nil {
			answered++
		}
	}
	return answered
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
